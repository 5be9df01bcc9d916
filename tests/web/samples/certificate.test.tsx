import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ViewerProvider } from "@/hooks/data/useViewer";
import { Certificate } from "@/features/history/certificate/Certificate";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aRecord } from "../../support/web/webHistory";
import { aPerson } from "../../support/web/webPeople";
import { aSample } from "../../support/web/webSamples";

afterEach(cleanup);

test("a certificate has each step with who took it and what they said, in any script", async () => {
  const records = [
    aRecord({ action: "Register" }),
    aRecord({
      action: "Transfer",
      recipient: "漢@company.com",
      requestDetails: { note: "Yağmur kutuda", trackingNumber: "1Z 999 漢" },
    }),
    aRecord({ action: "Transfer Declined", reason: "Kırık ekran" }),
  ];
  await renderScreen(
    new FakeConvex(),
    <ViewerProvider value={{ ...aPerson(), standsInFor: [] }}>
      <Certificate sample={aSample({})} oldestFirst={records} />
    </ViewerProvider>,
  );
  const [, ...steps] = within(await screen.findByRole("table")).getAllByRole("row");
  expect(steps).toHaveLength(3);
  expect(steps[1]!.textContent).toContain("Note: Yağmur kutuda");
  expect(steps[1]!.textContent).toContain("Tracking number: 1Z 999 漢");
  expect(steps[2]!.textContent).toContain("Kırık ekran");
  for (const step of steps) expect(step.textContent).toContain("ana@company.com");
});
