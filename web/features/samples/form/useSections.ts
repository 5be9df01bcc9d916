import { useCallback, useLayoutEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { SampleInput, StatedField } from "#domain/samples/fields";
import type { FormField, Section, SectionName } from "./sections";
import { isMissing } from "./validate";

type SectionOptions = {
  form: UseFormReturn<SampleInput>;
  sections: readonly Section[];
  /** Fields that the person fills in. */
  asked: readonly StatedField[];
  /** True for a new sample, whose incomplete sections open. */
  isFoldable: boolean;
};

/**
 * Tracks which sections of the form are open and which of their fields are missing. The device
 * section opens after IMEI 1, which may fill it in.
 */
export function useSections({ form, sections, asked, isFoldable }: SectionOptions) {
  const { errors } = form.formState;
  const { getValues, setFocus } = form;
  const isRequired = ({ name, isOptional }: FormField) => !isOptional && asked.includes(name);
  const missingIn = (section: Section) =>
    section.fields.filter((field) => isRequired(field) && isMissing(getValues(), field.name));

  const [opened, setOpened] = useState<ReadonlySet<SectionName>>(() => {
    const isIncomplete = (section: Section) => {
      const isUntouched = missingIn(section).length === section.fields.length;
      return missingIn(section).length > 0 && !(section.name === "device" && isUntouched);
    };
    const open = isFoldable ? sections.filter(isIncomplete) : sections;
    return new Set(open.map(({ name }) => name));
  });
  const open = (name: SectionName) => setOpened((before) => new Set([...before, name]));

  // A section with an error opens, and stays open after the error is corrected.
  const erring = sections.find(({ fields }) => fields.some(({ name }) => errors[name]));
  if (erring !== undefined && !opened.has(erring.name)) open(erring.name);
  const isOpen = ({ name }: Section) => !isFoldable || name === "identifiers" || opened.has(name);

  const focus = useCallback(
    (name: StatedField) => {
      // Both IMEI fields are locked then.
      const isTicked = name === "imei1" && getValues("noImei") === true;
      setFocus(isTicked ? "noImei" : name, { shouldSelect: true });
    },
    [setFocus, getValues],
  );
  /** A field to focus once its section is open. A new object for each request. */
  const [wanted, setWanted] = useState<{ name: StatedField } | null>(null);
  useLayoutEffect(() => {
    if (wanted !== null) focus(wanted.name);
  }, [wanted, focus]);

  return {
    isOpen,
    open,
    toggle: (name: SectionName) =>
      setOpened((before) =>
        before.has(name)
          ? new Set([...before].filter((other) => other !== name))
          : new Set([...before, name]),
      ),
    isComplete: (section: Section) => missingIn(section).length === 0,
    /** The first required field of the form that is empty. */
    firstMissing: () => sections.flatMap(missingIn)[0]?.name,
    /** Opens the field's section and focuses the field. */
    reveal: (name: StatedField) => {
      const section = sections.find(({ fields }) => fields.some((field) => field.name === name));
      if (section === undefined || isOpen(section)) return focus(name);
      open(section.name);
      setWanted({ name });
    },
  };
}
