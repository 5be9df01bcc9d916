/**
 * The looks of elements, in a page. A look is all that a rule of accessibility may depend on: of an
 * element and of everything in it the tag, the attributes that rules read, what is visible, has a
 * text, a name or a label, and what it lies in.
 */
export type Looks = {
  /**
   * Compares the elements within `within` with those examined before, on this screen and on earlier
   * ones since the page was loaded.
   */
  readonly compare: (within: string) => {
    /** Elements that look like one examined before, with all that is in them. */
    readonly alike: Element[];
    /** True if one of the others differs, with its children, from all elements examined before. */
    readonly isNew: boolean;
  };
  /** Counts what `compare` last met as examined. */
  readonly remember: () => void;
};

/** Runs in the page, which keeps it from one screen to the next. */
export function looksOfPage(): Looks {
  /** Below that, examining an element again costs less than excluding it. */
  const MIN_ELEMENTS = 12;
  const VALUES = /^(class|role|type|tabindex|scope|lang|autocomplete|aria-.*)$/;
  const TEXTS = /^aria-(label|description|placeholder|valuetext|roledescription)$/;
  const REFERENCES =
    /^aria-(labelledby|describedby|controls|owns|activedescendant|details|errormessage)$/;
  const INTERACTIVE = "a[href], button, [role], [tabindex], label, [aria-hidden=true]";
  const hasText = (text: string | null | undefined) => Boolean(text?.trim());
  const shapeOf = ({ name, value }: Attr) => {
    if (REFERENCES.test(name)) {
      const targets = value.split(/\s+/).map((id) => document.getElementById(id));
      return name + targets.map((target) => target && hasText(target.textContent)).join();
    }
    const isCompared = VALUES.test(name) && !TEXTS.test(name);
    return name + (isCompared ? value.replace(/\d+/g, "0") : hasText(value));
  };
  const ownLook = (element: Element) => {
    const { parentElement: parent, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
    const { labels } = element as Partial<HTMLInputElement>;
    const around = parent?.closest(INTERACTIVE);
    const isScrollable = scrollWidth > clientWidth || scrollHeight > clientHeight;
    return [
      element.tagName,
      parent?.tagName,
      around?.tagName,
      around?.role,
      element.checkVisibility(),
      isScrollable && element.matches("[class*=overflow-]"),
      hasText(element.textContent),
      [...element.childNodes].some((node) => node instanceof Text && hasText(node.data)),
      labels && [...labels].map(({ textContent }) => hasText(textContent)).join(),
      ...[...element.attributes].map(shapeOf),
    ].join("|");
  };

  /** Looks of elements by themselves, with their children, and with all that is in them. */
  const numbers = new Map<string, number>();
  const numberOf = (key: string) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  type Look = { readonly own: number; readonly shallow: number; readonly whole: number };
  const examined = new Set<number>();
  let met = new Set<number>();

  const compare = (within: string) => {
    const looks = new Map<Element, Look>();
    const lookOf = (element: Element): Look => {
      const inner = element.tagName === "svg" ? [] : [...element.children].map(lookOf);
      const own = numberOf(ownLook(element));
      const shallow = numberOf(`shallow ${own}: ${inner.map((child) => child.own).join()}`);
      const whole = numberOf(`whole ${own}: ${inner.map((child) => child.whole).join()}`);
      const look = { own, shallow, whole };
      looks.set(element, look);
      return look;
    };
    met = new Set();
    const alike: Element[] = [];
    let isNew = false;
    const meet = (element: Element): void => {
      const look = looks.get(element);
      if (look === undefined) return;
      const { shallow, whole } = look;
      if (examined.has(whole) || met.has(whole)) {
        if (element.getElementsByTagName("*").length >= MIN_ELEMENTS) alike.push(element);
        return;
      }
      isNew ||= !examined.has(shallow);
      met.add(whole).add(shallow);
      for (const child of element.children) meet(child);
    };
    for (const element of document.querySelectorAll(within)) {
      lookOf(element);
      meet(element);
    }
    return { alike, isNew };
  };
  const remember = () => met.forEach((look) => examined.add(look));
  return { compare, remember };
}
