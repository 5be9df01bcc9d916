import { embeddedBackend } from "../../support/deployments/embeddedBackend";
import { feedSuite, restoreSuite } from "../../support/feed/suite";

feedSuite("embedded deployment", embeddedBackend, 5);
restoreSuite(embeddedBackend);
