import { custodySuite, ON_ENGINE } from "../../support/custody/suite";
import { embeddedBackend } from "../../support/deployments/embeddedBackend";

custodySuite("embedded deployment", embeddedBackend, ON_ENGINE);
