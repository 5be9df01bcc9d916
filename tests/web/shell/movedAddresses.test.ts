import { expect, test } from "vitest";
import { movedTo } from "@/lib/movedAddresses";

test.each([
  ["/dashboard", "/dashboard/homefs"],
  ["/Private/Transfer/k57Abc", "/private/transferfs/k57Abc"],
  ["/auth", "/auth/sign-in"],
  ["/private/update/k57", "/private/editsample/k57"],
  ["/private/transfer/acknowledge/k57", "/private/acknowledgefs/k57"],
  ["/private/return/k57", "/private/returnfs/k57"],
  ["/private/return/racknowledge/k57", "/private/racknowledgefs/k57"],
  ["/private/outofservice/k57", "/private/outofservicefs/k57"],
  ["/private/outofservice/acknowledge/k57", "/private/outofservicefs/osacknowledgefs/k57"],
  ["/dashboard/addsample/k57", "/dashboard/addsample?id=k57"],
  ["/dashboard/addfs/k57", "/private/editsample/k57"],
  ["/dashboard/homefstransfer/k57", "/private/transferfs/k57"],
  ["/dashboard/homefsreturn/k57", "/private/returnfs/k57"],
])("the old URL %s redirects to %s", (old, now) => {
  expect(movedTo(old)).toBe(now);
});

test("a list with a sample's id, in the path or in the query, redirects to that sample's form", () => {
  expect(movedTo("/dashboard/homefsos/k57")).toBe("/private/outofservicefs/k57");
  expect(movedTo("/dashboard/homefsos", "k57")).toBe("/private/outofservicefs/k57");
});

test.each([
  ["/", undefined],
  ["/dashboard/homefstransfer", undefined],
  ["/dashboard/homefstransfer", ""],
  ["/dashboard/addsample", undefined],
  ["/dashboard/addsample", "k57"],
  ["/private/transferfs/k57", undefined],
  ["/private/viewfs/k57", "k58"],
  ["/private/page", undefined],
  ["/no/such/page", undefined],
  ["/constructor", undefined],
])("the URL %s with id %s stays", (address, id) => {
  expect(movedTo(address, id)).toBeNull();
});

test("an id cannot redirect to another site or screen", () => {
  expect(movedTo("/dashboard/homefstransfer", "//evil.example/?x=1")).toBe(
    "/private/transferfs/%2F%2Fevil.example%2F%3Fx%3D1",
  );
});
