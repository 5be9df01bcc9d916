import { convexBackend } from "../../support/deployments/convexBackend";
import { APART, custodySuite } from "../../support/custody/suite";

custodySuite("convex-test", convexBackend, APART);
