import { beforeEach, describe, expect, test, vi } from "vitest";
import { applyToDocument, createThemeStore, type Theme } from "@/lib/theme";

const defaults: Theme = {
  theme: "default",
  sidebarPosition: "left",
  sidebarBehavior: "sticky",
  layout: "fluid",
};

describe("the theme panel's choices", () => {
  beforeEach(() => localStorage.clear());

  test("the theme starts with the defaults, which are applied to the page", () => {
    const apply = vi.fn();
    expect(createThemeStore(localStorage, "", apply).get()).toEqual(defaults);
    expect(apply).toHaveBeenCalledWith(defaults);
  });

  test.each([
    [true, "dark"],
    [false, "default"],
  ])("the scheme System follows the operating system: dark %s is %s", (matches, scheme) => {
    vi.spyOn(window, "matchMedia").mockReturnValue({ matches } as MediaQueryList);
    applyToDocument({ ...defaults, theme: "system" });
    expect(document.documentElement.dataset.scheme).toBe(scheme);
    vi.restoreAllMocks();
  });

  test("theme choices are stored for the next page", () => {
    createThemeStore(localStorage, "", () => {}).set("theme", "dark");
    expect(createThemeStore(localStorage, "", () => {}).get().theme).toBe("dark");
  });

  test("theme choices come from the query parameters first, and are then stored", () => {
    localStorage.setItem("theme", "light");
    const search = "?theme=colored&sidebarPosition=right&sidebarBehavior=compact&layout=boxed";
    const fromAddress = createThemeStore(localStorage, search, () => {}).get();
    expect(fromAddress).toEqual({
      theme: "colored",
      sidebarPosition: "right",
      sidebarBehavior: "compact",
      layout: "boxed",
    });
    expect(createThemeStore(localStorage, "", () => {}).get()).toEqual(fromAddress);
  });

  test("unknown theme values are ignored, in the URL and in the storage", () => {
    localStorage.setItem("layout", "sideways");
    expect(createThemeStore(localStorage, "?theme=neon", () => {}).get()).toEqual(defaults);
  });

  test("theme choices still apply when the browser forbids storage", () => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    const forbidden = { ...localStorage, getItem: refuse, setItem: refuse } as Storage;
    const store = createThemeStore(forbidden, "", () => {});
    store.set("theme", "dark");
    expect(store.get().theme).toBe("dark");
  });

  test("a theme that another tab chose is applied when it is read again", () => {
    const apply = vi.fn();
    const store = createThemeStore(localStorage, "?theme=light", apply);
    createThemeStore(localStorage, "", () => {}).set("theme", "dark");
    store.readAgain();
    expect(store.get()).toEqual({ ...defaults, theme: "dark" });
    expect(apply).toHaveBeenLastCalledWith({ ...defaults, theme: "dark" });
  });

  test("the theme notifies subscribers of each change until they unsubscribe", () => {
    const store = createThemeStore(localStorage, "", () => {});
    const onChange = vi.fn();
    const leave = store.subscribe(onChange);
    store.set("layout", "boxed");
    leave();
    store.reset();
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(store.get()).toEqual(defaults);
  });
});
