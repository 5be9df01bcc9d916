import { configure } from "@testing-library/react";

/**
 * Loaded before every test of web/. `findBy…` and `waitFor` give up after one second by themselves,
 * which a screen of fifty fields does not always keep where other programs want the processor too.
 * A test that passes never waits that long.
 */
configure({ asyncUtilTimeout: 10_000 });
