import { custodySuite, TOGETHER } from "../../support/custody/suite";
import { embeddedBackend } from "../../support/embeddedBackend";

custodySuite("embedded deployment", embeddedBackend, TOGETHER);
