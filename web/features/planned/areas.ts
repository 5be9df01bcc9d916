import { Map, type LucideIcon } from "lucide-react";
import type { LinkProps } from "@tanstack/react-router";

type Area = {
  title: string;
  icon: LucideIcon;
  /** The screen's purpose. */
  purpose: string;
  /** The way to do the job until the screen is built. */
  meanwhile: string;
  links: readonly { label: string; to: NonNullable<LinkProps["to"]> }[];
};

const TRANSFER_LIST = { label: "Open the transfer list", to: "/dashboard/homefstransfer" } as const;

/** The screens that have an address and are not built yet (docs/product.md, "Planned"). */
export const PLANNED_AREAS = {
  map: {
    title: "Map",
    icon: Map,
    purpose: "Where the samples are, on a map of the world.",
    meanwhile: "The lists name each sample's country, and its own page the address.",
    links: [TRANSFER_LIST],
  },
} as const satisfies Record<string, Area>;

export type PlannedArea = keyof typeof PLANNED_AREAS;
