import { convexBackend } from "../../support/deployments/convexBackend";
import { custodySuite, ON_CONVEX_TEST } from "../../support/custody/suite";

custodySuite("convex-test", convexBackend, ON_CONVEX_TEST);
