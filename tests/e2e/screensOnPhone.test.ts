import { examineScenes } from "../screens/examine";

examineScenes("phone");
