import { convexBackend } from "../../support/deployments/convexBackend";
import { feedSuite } from "../../support/feed/suite";

feedSuite("convex-test", convexBackend, 8);
