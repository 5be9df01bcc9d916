import { convexBackend } from "../../support/convexBackend";
import { custodySuite } from "../../support/custody/suite";

custodySuite("convex-test", convexBackend);
