import { custodySuite, TOGETHER } from "../../support/custody/suite";
import { embeddedBackend } from "../../support/deployments/embeddedBackend";

custodySuite("embedded deployment", embeddedBackend, TOGETHER);
