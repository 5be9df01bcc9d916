import { convexBackend } from "../../support/convexBackend";
import { feedSuite } from "../../support/feed/suite";

feedSuite("convex-test", convexBackend, 16);
