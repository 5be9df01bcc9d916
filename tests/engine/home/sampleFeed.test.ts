import { embeddedBackend } from "../../support/embeddedBackend";
import { feedSuite } from "../../support/feed/suite";

feedSuite("embedded deployment", embeddedBackend);
