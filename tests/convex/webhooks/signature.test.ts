import { expect, test } from "vitest";
import { signatureHeaders } from "../../../convex/lib/webhookRequest";

test("a delivery is signed as Standard Webhooks specifies, by its own example", () => {
  const delivery = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    body: '{"test": 2432232314}',
  };
  expect(signatureHeaders(delivery, 1_614_265_330_999)).toMatchObject({
    "webhook-id": delivery.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("a secret of version 1.6, in base64url, is the same key in base64", () => {
  const sign = (secret: string) =>
    signatureHeaders({ id: "1", secret, body: "{}" }, 0)["webhook-signature"];
  expect(sign("whsec_-_-_")).toBe(sign("whsec_+/+/"));
});
