const { start } = await import("./server/main.ts");
await start(process.cwd(), process.argv.slice(2));
