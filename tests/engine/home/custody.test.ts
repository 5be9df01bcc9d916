import { custodySuite, IN_ONE_GROUP } from "../../support/custody/suite";
import { embeddedBackend } from "../../support/embeddedBackend";

custodySuite("embedded deployment", embeddedBackend, IN_ONE_GROUP);
