import { useEffect, useState } from "react";
import { tinykeys } from "tinykeys";
import { Modal } from "@/components/ui/dialog";
import { useShortcuts } from "@/hooks/keys/useShortcuts";
import { isTaken } from "@/lib/keys/isTaken";
import { useKeyGroups } from "./keyHelp";
import { KeyList } from "./KeyList";

/** Shows the keys of the current screen when `?` is pressed outside of fields. */
export function KeysDialog() {
  const groups = useKeyGroups();
  const [isOpen, setIsOpen] = useState(false);
  useShortcuts((keys) => (keys === "?" ? "move" : null));
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    // With Shift on most keyboards, without it on some.
    return tinykeys(document.documentElement, { "?": open, "Shift+?": open });
  }, []);
  return (
    <Modal
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      title="Keyboard"
      description="Shortcuts work while you are not typing in a field. Those that take a step wait for a short pause, so that a barcode scanner cannot trigger them."
    >
      {groups.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-1 text-xs font-medium text-muted-foreground">{title}</h3>
          <KeyList keys={keys} />
        </section>
      ))}
    </Modal>
  );
}
