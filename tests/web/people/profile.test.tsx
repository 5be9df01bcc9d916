/** A person's own account (docs/product.md, "Profile"). */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useQuery } from "convex/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ProfileScreen } from "@/features/profile/ProfileScreen";
import { moveSquare, startSquare, zoomSquare } from "@/features/profile/crop";
import { ViewerProvider, type Viewer } from "@/hooks/data/useViewer";
import { api } from "../../../convex/_generated/api";
import { DAY_MS } from "#domain/common/durations";
import { THRESHOLD_DEFAULTS } from "#domain/custody/thresholds";
import { photo } from "../../support/data/photos";
import { FakeConvex } from "../../support/web/fakeConvex";
import { fakePlaces } from "../../support/web/fakePlaces";
import { renderScreen } from "../../support/web/renderApp";

const LISBON = { address: "Lisbon, Portugal", city: "Lisbon", country: "Portugal" };
let places: ReturnType<typeof fakePlaces>;

const ANA = {
  email: "ana@lab.example",
  displayName: "Ana Lima",
  passPort: "P1",
  phoneNumber: "+55 11 99999 9999",
  userLocation: "São Paulo, Brazil",
  country: "Brazil",
  city: "São Paulo",
  photoURL: "",
  role: "user",
  supervisor: "ingrid@lab.example",
  ...THRESHOLD_DEFAULTS,
} as Viewer;

const SESSIONS = [
  { sessionId: "s2", isCurrent: false, client: "Firefox on Windows", startedAt: 1, endsAt: 2 },
  { sessionId: "s1", isCurrent: true, client: "Chrome on Linux", startedAt: 1, endsAt: 2 },
];

let convex: FakeConvex;
beforeEach(() => {
  convex = new FakeConvex().answer("sessions:list", () => SESSIONS);
  vi.stubGlobal("isSecureContext", true);
  places = fakePlaces();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** @param device position that the browser reports; undefined: no geolocation */
function open(device?: { latitude: number; longitude: number }, viewer = ANA) {
  vi.stubGlobal("navigator", {
    clipboard: navigator.clipboard,
    userAgent: navigator.userAgent,
    ...(device && {
      geolocation: {
        getCurrentPosition: (tell: (position: object) => void) => tell({ coords: device }),
      },
    }),
  });
  convex.answer("users:viewer", () => viewer);
  return renderScreen(convex, <LiveProfile />);
}

function LiveProfile() {
  const viewer = useQuery(api.users.viewer);
  return viewer ? (
    <ViewerProvider value={viewer}>
      <ProfileScreen />
    </ViewerProvider>
  ) : null;
}
/** Another person, or an earlier save, changes the stored record. */
const store = (viewer: Viewer) => act(() => void convex.answer("users:viewer", () => viewer));
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const HERE = { latitude: 38.7, longitude: -9.1 };

describe("personal info", () => {
  test("saving personal info sends what was typed, with the device's named position", async () => {
    places.nearest.mockResolvedValue({ ...LISBON, lat: 38.72, lng: -9.14 });
    const { user } = await open(HERE);
    await user.clear(value("Passport"));
    await user.type(value("Passport"), "P2");
    await user.click(screen.getByRole("button", { name: "Locate this device" }));
    await screen.findByText(/Lisbon, Portugal\. It is stored when you save/);
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await screen.findByText("Employee Updated Successfully");
    const position = { realLat: 38.7, realLng: -9.1, realLocation: LISBON.address };
    expect(convex.sent).toEqual([{ name: "profile:save", args: { passPort: "P2", position } }]);
  });

  test("saving personal info keeps what another person corrected while the page was open", async () => {
    const { user } = await open();
    await user.type(value("Display Name"), " Souza");
    store({ ...ANA, phoneNumber: "+55 11 88888 8888" });
    expect(value("Phone Number").value).toBe("+55 11 88888 8888");
    expect(value("Display Name").value).toBe("Ana Lima Souza");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await screen.findByText("Employee Updated Successfully");
    expect(convex.sent.map(({ args }) => args)).toEqual([{ displayName: "Ana Lima Souza" }]);
  });

  test("saving an address sends it once, and does not overwrite one that is stored later", async () => {
    places.nearest.mockResolvedValue({ ...LISBON, lat: 38.72, lng: -9.14 });
    const { user } = await open(HERE);
    await user.click(screen.getByRole("button", { name: "Use my position" }));
    await waitFor(() => expect(value("City").value).toBe("Lisbon"));
    // The country stays the same at first, and changes while Lisbon is not yet saved.
    store({ ...ANA, userLocation: "Madrid, Spain", city: "Madrid", country: "Spain" });
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(convex.sent).toHaveLength(1));
    const { address: userLocation, ...lisbon } = LISBON;
    const place = { userLocation, ...lisbon, userLat: 38.72, userLng: -9.14 };
    expect(convex.sent[0]?.args).toEqual({ place });
    store({ ...ANA, userLocation, ...lisbon });
    store({ ...ANA, userLocation: "Porto, Portugal", city: "Porto", country: "Portugal" });
    expect(value("Address").value).toBe("Porto, Portugal");
    await user.type(value("Passport"), "2");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(convex.sent).toHaveLength(2));
    expect(convex.sent[1]?.args).toEqual({ passPort: "P12" });
  });

  test("picking the stored address again adds its coordinates", async () => {
    const { userLocation: address, city, country } = ANA;
    places.nearest.mockResolvedValue({ address, city, country, lat: -23.55, lng: -46.63 });
    const { user } = await open(HERE);
    await user.click(screen.getByRole("button", { name: "Use my position" }));
    await waitFor(() => expect(places.nearest).toHaveBeenCalled());
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(convex.sent).toHaveLength(1));
    expect(convex.sent[0]?.args).toMatchObject({
      place: { userLocation: address, userLat: -23.55 },
    });
  });

  test("personal info requires Display Name, Address, Phone Number and Passport, as in the spec", async () => {
    await open();
    const form = screen.getByRole("heading", { name: "Personal info" }).closest("form");
    const labels = [...(form?.querySelectorAll("label") ?? [])].map((label) => label.textContent);
    const derived = ["Country", "City"]; // derived from the address
    expect(labels.filter((label) => !derived.includes(label))).toEqual([
      ...["Display Name", "Address", "Phone Number", "Passport"],
    ]);
  });

  test("a failed save says 'Employee Update Error: ' and the reason", async () => {
    convex.answer("profile:save", () => {
      throw new ConvexError({ code: "INPUT_INVALID", message: "city is not valid" });
    });
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("Employee Update Error: city is not valid");
  });

  test("a link asks before typed values are lost, and does not ask once they are saved", async () => {
    convex.answer("profile:save", () => null);
    const { user, router } = await open();
    await user.type(value("Passport"), "2");
    router.history.push("/elsewhere");
    await screen.findByRole("alertdialog", { name: "Leave without saving?" });
    await user.click(screen.getByRole("button", { name: "Stay here" }));
    expect(value("Passport").value).toBe("P12");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await screen.findByText("Employee Updated Successfully");
    router.history.push("/elsewhere");
    await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
  });

  test("a sample's sheet opens above typed values without a question: they are kept", async () => {
    const { user, router } = await open();
    await user.type(value("Passport"), "2");
    router.history.push("/?sample=sample1");
    await waitFor(() => expect(router.state.location.search).toEqual({ sample: "sample1" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(value("Passport").value).toBe("P12");
  });

  test.each([
    ["Address not found", () => Promise.resolve(null)],
    ["Error fetching address", () => Promise.reject(new Error("offline"))],
  ])("the address's button says '%s'", async (message, answer) => {
    places.nearest.mockImplementation(answer);
    const { user } = await open(HERE);
    await user.click(screen.getByRole("button", { name: "Use my position" }));
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(value("Address").value).toBe(ANA.userLocation);
  });

  test("a browser without geolocation shows that at the address's button", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Use my position" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("Geolocation is not supported by this browser.");
  });

  test.each([
    ["Loading Maps", () => new Promise<void>(() => undefined)],
    ["Error loading maps", () => Promise.reject(new Error("offline"))],
  ])("the address says '%s' while the maps load or when they fail", async (message, answer) => {
    places.load.mockImplementation(answer);
    const { user } = await open();
    await user.clear(value("Address"));
    await user.type(value("Address"), "Lis");
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test("the address's button fills address, country and city", async () => {
    places.nearest.mockResolvedValue({ ...LISBON, lat: 38.72, lng: -9.14 });
    const { user } = await open(HERE);
    await user.click(screen.getByRole("button", { name: "Use my position" }));
    await waitFor(() => expect(value("City").value).toBe("Lisbon"));
    expect(value("Country").value).toBe("Portugal");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(convex.sent).toHaveLength(1));
    expect(convex.sent[0]?.args).toMatchObject({
      place: { userLocation: LISBON.address, userLat: 38.72, userLng: -9.14 },
    });
  });

  test("role, supervisor and limits are shown but cannot be edited", async () => {
    await open();
    for (const text of ["User", "up to 10", "3 days"]) {
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    }
    expect(screen.getByTitle("ingrid@lab.example")).toBeTruthy();
    expect(screen.queryByLabelText(/role|supervisor|days/i)).toBeNull();
  });
});

test("the photo's card describes which image looks best", async () => {
  await open();
  expect(screen.getByRole("heading", { name: "Profile Picture" })).toBeTruthy();
  const hint = "For best results, use an image at least 128px by 128px in .jpg format";
  expect(screen.getByText(hint)).toBeTruthy();
  for (const input of screen.getAllByLabelText(/image file$/)) {
    expect(input.getAttribute("accept")).toBe("image/*");
  }
});

describe("being away", () => {
  test("an absence covers whole days, from midnight to midnight", async () => {
    const bo = { email: "bo@lab.example", displayName: "Bo", city: "", country: "" };
    convex.answer("users:recipients", () => [bo]);
    const { user } = await open();
    fireEvent.change(value("First day"), { target: { value: "2999-07-01" } });
    fireEvent.change(value("Last day"), { target: { value: "2999-07-14" } });
    await user.type(screen.getByRole("combobox", { name: "Stand-in" }), "bo{Enter}");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(convex.sent).toHaveLength(1));
    const [from, until] = [new Date(2999, 6, 1).getTime(), new Date(2999, 6, 15).getTime()];
    const args = { away: { from, until, standIn: bo.email } };
    expect(convex.sent).toEqual([{ name: "profile:setAway", args }]);
  });

  test("a past absence is neither shown nor cancelled", async () => {
    const away = { from: 1, until: Date.now() - DAY_MS, standIn: "bo@lab.example" };
    await open(undefined, { ...ANA, away });
    expect(value("First day").value).toBe("");
    expect(value("Last day").value).toBe("");
    expect(screen.queryByRole("button", { name: "Cancel absence" })).toBeNull();
  });

  test("a wrong last day of an absence shows an error at its field", async () => {
    const message = "The last day must not be before the first";
    convex.answer("profile:setAway", () => {
      throw new ConvexError({ code: "AWAY_DATES", message, field: "until" });
    });
    const bo = { email: "bo@lab.example", displayName: "Bo", city: "", country: "" };
    convex.answer("users:recipients", () => [bo]);
    const { user } = await open();
    fireEvent.change(value("First day"), { target: { value: "2999-07-14" } });
    fireEvent.change(value("Last day"), { target: { value: "2999-07-01" } });
    await user.type(screen.getByRole("combobox", { name: "Stand-in" }), "bo{Enter}");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(message);
    expect(value("Last day").getAttribute("aria-invalid")).toBe("true");
  });
});

test.each([
  ["that is to come", 1, "Cancel absence", "Your absence was cancelled."],
  ["that has begun", -1, "I am back", "You are no longer away."],
])("an absence %s has its own button to end it", async (_, days, button, done) => {
  const from = Date.now() + days * DAY_MS;
  const away = { from, until: from + 7 * DAY_MS, standIn: "bo@lab.example" };
  const { user } = await open(undefined, { ...ANA, away });
  await user.click(screen.getByRole("button", { name: button }));
  await screen.findByText(done);
  expect(convex.sent).toEqual([{ name: "profile:setAway", args: { away: null } }]);
});

describe("a stand-in who is chosen", () => {
  test("the form explains what a chosen stand-in may answer", async () => {
    const bo = { email: "bo@lab.example", displayName: "Bo", city: "", country: "" };
    convex.answer("users:recipients", () => [bo]);
    convex.answer("profile:standInScope", () => ({ requests: ["inTransitTo"], isListed: false }));
    const { user } = await open();
    expect(screen.queryByText(/may answer transfers/)).toBeNull();
    await user.type(screen.getByRole("combobox", { name: "Stand-in" }), "bo{Enter}");
    expect(await screen.findByText(/^They may answer transfers for you\. Returns/)).toBeTruthy();
  });
});

describe("the profile's sessions", () => {
  test("each other session can be signed out, and all of them together", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Sign out Firefox on Windows" }));
    await user.click(screen.getByRole("button", { name: "Sign out everywhere else" }));
    expect(convex.sent).toEqual([
      { name: "sessions:end", args: { sessionId: "s2" } },
      { name: "sessions:endOthers", args: {} },
    ]);
    expect(screen.queryByRole("button", { name: /Chrome on Linux/ })).toBeNull();
  });
});

describe("the picture", () => {
  const chooseFile = (size = 3) => {
    const file = new File(["jpg"], "me.jpg", { type: "image/jpeg" });
    Object.defineProperty(file, "size", { value: size });
    fireEvent.change(screen.getByLabelText("Upload: image file"), { target: { files: [file] } });
  };
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  const report = (event: "offline" | "online") =>
    act(() => {
      window.dispatchEvent(new Event(event));
    });
  // happy-dom draws no images: its canvas takes every call, and encodes a small JPEG.
  beforeEach(() => {
    vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 30, height: 20 }));
    const canvas = HTMLCanvasElement.prototype;
    const context = { clearRect: vi.fn(), fillRect: vi.fn(), drawImage: vi.fn() };
    vi.spyOn(canvas, "getContext").mockReturnValue(context as unknown as CanvasRenderingContext2D);
    vi.spyOn(canvas, "toBlob").mockImplementation((take) => take(new Blob([photo()])));
  });
  afterEach(() => report("online"));

  test("a cropped picture stays in its dialog until the server has it, also after a refusal", async () => {
    const calls: { resolve: (nothing: null) => void; reject: (error: Error) => void }[] = [];
    convex.answer(
      "profile:setPhoto",
      () => new Promise<null>((resolve, reject) => calls.push({ resolve, reject })),
    );
    await open();
    chooseFile();
    await screen.findByRole("dialog");
    press("Save picture");
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.getByRole("dialog")).toBeTruthy();
    calls[0]?.reject(new ConvexError({ code: "PHOTO_REFUSED", message: "Not this one." }));
    await screen.findByText("Not this one.");
    press("Save picture");
    await waitFor(() => expect(calls).toHaveLength(2));
    calls[1]?.resolve(null);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("a picture waits for the network, and is not sent once withdrawn", async () => {
    await open();
    chooseFile();
    await screen.findByRole("dialog");
    report("offline");
    press("Save picture");
    await screen.findByText("Waiting for the network. Nothing has been sent yet.");
    press("Withdraw");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    report("online");
    expect(convex.sent).toEqual([]);
  });

  test("removing a picture waits for the network, and its button shows that", async () => {
    await open(undefined, { ...ANA, photoURL: "https://sms.example/photo" });
    report("offline");
    press("Remove");
    await screen.findByRole("button", { name: "Withdraw Remove" });
    expect(convex.sent).toEqual([]);
    report("online");
    await waitFor(() => expect(convex.sent).toEqual([{ name: "profile:removePhoto", args: {} }]));
  });

  test("a picture that is too large to be opened is refused with its size", async () => {
    await open();
    chooseFile(41 * 1024 * 1024);
    await screen.findByText("The file is larger than 40 MB. Please choose a smaller one.");
  });
});

describe("the square of a photo", () => {
  const image = { width: 400, height: 300 };

  test("the square begins in the center and never leaves the image", () => {
    const start = startSquare(image);
    expect(start).toEqual({ size: 300, left: 50, top: 0 });
    expect(moveSquare(image, start, -1_000, -5)).toEqual({ size: 300, left: 0, top: 0 });
    expect(moveSquare(image, start, 1_000, 5)).toEqual({ size: 300, left: 100, top: 0 });
  });

  test("zooming keeps the square's center", () => {
    const close = zoomSquare(image, startSquare(image), 2);
    expect(close).toEqual({ size: 150, left: 125, top: 75 });
    expect(zoomSquare(image, close, 1)).toEqual(startSquare(image));
  });
});

describe("a new password", () => {
  const value = (label: string) => screen.getByLabelText(label, { exact: true });
  const change = async (user: Awaited<ReturnType<typeof open>>["user"]) => {
    await user.type(await screen.findByLabelText("Current password"), "Correct-horse!1");
    await user.type(value("New password"), "Another-horse!2");
    await user.type(value("Repeat new password"), "Another-horse!2");
    await user.click(screen.getByRole("button", { name: "Change password" }));
  };
  const question = () => screen.queryByRole("checkbox", { name: /revoke my API tokens/ });

  test("a new password revokes the API tokens only if the person ticks it", async () => {
    const token = {
      _id: "t1",
      _creationTime: 1,
      name: "Nightly",
      scopes: ["samples"],
      hint: "sms",
    };
    convex.answer("tokens:list", () => [token]).answer("profile:changePassword", () => null);
    const { user } = await open();
    await waitFor(() => expect(question()).toBeTruthy());
    await change(user);
    await waitFor(() => expect(convex.sent.at(-1)?.args).toMatchObject({ revokesTokens: false }));
    await user.click(question() ?? document.body);
    await change(user);
    await waitFor(() => expect(convex.sent.at(-1)?.args).toMatchObject({ revokesTokens: true }));
  });

  test("a new password asks nothing about tokens of a person who has none", async () => {
    convex.answer("tokens:list", () => []);
    await open();
    await screen.findByText(/No tokens yet/);
    expect(question()).toBeNull();
  });
});
