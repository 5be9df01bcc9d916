import { convexBackend } from "../../support/convexBackend";
import { APART, custodySuite } from "../../support/custody/suite";

custodySuite("convex-test", convexBackend, APART);
