/**
 * @file
 * Keeps Prism from changing the page by itself. Imported before Prism, which reads it at once.
 */
(globalThis as { Prism?: object }).Prism = { manual: true, disableWorkerMessageHandler: true };
export {};
