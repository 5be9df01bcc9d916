import { convexBackend } from "../support/convexBackend";
import { custodySuite } from "../support/custodySuite";

custodySuite("convex-test", convexBackend);
