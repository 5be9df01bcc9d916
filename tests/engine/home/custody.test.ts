import { custodySuite } from "../../support/custodySuite";
import { embeddedBackend } from "../../support/embeddedBackend";

custodySuite("embedded deployment", embeddedBackend);
