import { configure } from "@testing-library/react";

/**
 * Loaded before every test of web/. By default, `findBy…` and `waitFor` give up after one second,
 * which is too short for a screen of fifty fields on a busy machine. A passing test never waits
 * that long.
 */
configure({ asyncUtilTimeout: 60_000 });
