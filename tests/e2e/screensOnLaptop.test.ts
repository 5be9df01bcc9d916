import { examineScenes } from "../screens/examine";

examineScenes("laptop");
