const CONTROLS = "button, a[href], [role=menuitem]";

/**
 * Withholds the second click of a double click from a control that the first one has changed or put
 * there: Cancel in the place of Export, Resume in the place of Pause. A control that stays as it
 * was gets both, such as one that zooms.
 *
 * @returns a function that ends it
 */
export function guardDoubleClicks(): () => void {
  let pressed: { readonly control: Element | null; readonly label: string } | null = null;
  const onClick = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
    if (event.detail < 2) {
      pressed = { control, label: labelOf(control) };
    } else if (control !== null && pressed !== null) {
      if (control === pressed.control && labelOf(control) === pressed.label) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  window.addEventListener("click", onClick, { capture: true });
  return () => window.removeEventListener("click", onClick, { capture: true });
}

const labelOf = (control: Element | null): string =>
  `${control?.getAttribute("aria-label") ?? ""} ${control?.textContent ?? ""}`;
