import { cleanup, render, screen } from "@testing-library/react";
import {
  ConvexProvider,
  ConvexReactClient,
  useMutation,
  usePaginatedQuery,
  useQuery,
} from "convex/react";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { mutation, query, TestServer } from "./testServer";

// A document for React in addition to Node's own globals, which the server in this process needs.
await vi.hoisted(async () => {
  const { Window: DocumentWindow } = await import("happy-dom");
  const window = new DocumentWindow();
  const { document, navigator, HTMLElement, MutationObserver } = window;
  const browser = { window, document, navigator, HTMLElement, MutationObserver };
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value);
});

let server: TestServer;
let client: ConvexReactClient;
beforeAll(async () => {
  server = await TestServer.start();
  client = new ConvexReactClient(server.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
  });
});
afterEach(cleanup);
afterAll(async () => {
  await client.close();
  await server.stop();
});

const show = (children: React.ReactNode) =>
  render(<ConvexProvider client={client}>{children}</ConvexProvider>);

const send = (rank: number) =>
  server.httpClient().mutation(mutation("messages:send"), { channel: "react", body: "", rank });

describe("ConvexReactClient", () => {
  test("ConvexReactClient renders a query and each change of it", async () => {
    function Counter() {
      const count = useQuery(query("messages:counter"), { name: "react" }) as number | undefined;
      return <p>count {count ?? "loading"}</p>;
    }
    show(<Counter />);
    await screen.findByText("count 0");
    await server.httpClient().mutation(mutation("messages:increment"), { name: "react" });
    await screen.findByText("count 1");
  });

  test("an optimistic update is applied once, and never on top of its own result", async () => {
    const rendered: number[] = [];
    const counter = query("messages:counter");
    const args = { name: "optimistic" };
    let increment: () => Promise<unknown> = () => Promise.resolve();
    function Counter() {
      const count = useQuery(counter, args) as number | undefined;
      const mutate = useMutation(mutation("messages:increment")).withOptimisticUpdate((store) => {
        store.setQuery(counter, args, ((store.getQuery(counter, args) as number) ?? 0) + 1);
      });
      increment = () => mutate(args);
      if (count !== undefined) rendered.push(count);
      return <p>optimistic {count}</p>;
    }
    show(<Counter />);
    await screen.findByText("optimistic 0");
    for (let round = 1; round <= 30; round += 1) {
      await increment();
      await screen.findByText(`optimistic ${round}`);
    }
    expect(rendered).toEqual([...rendered].sort((a, b) => a - b)); // no flicker
  });

  test("usePaginatedQuery shows no gaps while rows are inserted and deleted", async () => {
    for (let rank = 0; rank < 20; rank += 2) await send(rank);
    let more: () => void = () => {};
    function List() {
      const { results, status, loadMore } = usePaginatedQuery(
        query("messages:page"),
        { channel: "react" },
        { initialNumItems: 4 },
      );
      more = () => loadMore(4);
      const ranks = (results as { rank: number }[]).map(({ rank }) => rank);
      return <p>{`${status} ${ranks.join()}`}</p>;
    }
    show(<List />);
    await screen.findByText("CanLoadMore 0,2,4,6");
    more();
    await screen.findByText("CanLoadMore 0,2,4,6,8,10,12,14");
    // Between the pages, within one, and after the last.
    for (const rank of [7, 3, 15]) await send(rank);
    await screen.findByText(/^\w+ 0,2,3,4,6,7,8,10,12,14$/);
    more();
    await screen.findByText(/^\w+ 0,2,3,4,6,7,8,10,12,14,15,16,18$/);
  });
});
