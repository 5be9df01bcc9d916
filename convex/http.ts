import { httpRouter } from "convex/server";
import { auth } from "./auth";

const http = httpRouter();

// Discovery and public key of our tokens.
auth.addHttpRoutes(http);

export default http;
