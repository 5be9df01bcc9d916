import {
  CalendarClock,
  ChartColumn,
  CircleHelp,
  ClipboardCheck,
  ClipboardList,
  Download,
  FileUp,
  Gauge,
  HeartPulse,
  History,
  IdCard,
  Inbox,
  List,
  ListChecks,
  Mail,
  Map,
  PackageX,
  Send,
  Settings2,
  Sheet,
  ShoppingBasket,
  SmartphoneNfc,
  Trash2,
  Undo2,
  UserPlus,
  UserRound,
  UserRoundCheck,
  Users,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import type { LinkProps } from "@tanstack/react-router";
import { VERSION } from "#domain/common/version";
import { mayAct } from "#domain/people/roles";
import type { Role } from "#domain/custody/workflow";

type Path = NonNullable<LinkProps["to"]>;

export interface NavigationItem {
  label: string;
  to: Path;
  /** Other paths of the screen. */
  also?: readonly Path[];
  /** Beginnings of the paths of pages about one of its rows. */
  within?: readonly string[];
  icon: LucideIcon;
  /** This letter, typed after `g`, opens the screen. */
  goKey?: string;
  /** Minimum role for the screen; undefined: every role. */
  least?: Role;
  /** Words by which the palette finds the screen, besides its label. */
  words?: string;
}

/** An entry of the sidebar. An entry with pages opens the first; the others are tabs above them. */
export interface NavigationEntry extends NavigationItem {
  pages?: readonly NavigationItem[];
}

export interface NavigationGroup {
  label: string;
  items: readonly NavigationEntry[];
}

export const INBOX: NavigationItem = {
  label: "Inbox",
  to: "/pages/inbox",
  icon: Inbox,
  goKey: "i",
  words: "waiting notifications news",
};

/** Not for users: they would see a table that lists only themselves. */
const EMPLOYEES: NavigationItem = {
  label: "Employees",
  to: "/pages/employees",
  also: ["/pages/employeeprivate"],
  within: [
    "/pages/person/",
    "/pages/editemployees/",
    "/pages/editemployeeprivate/",
    "/pages/leaving/",
  ],
  icon: Users,
  goKey: "e",
  least: "supervisor",
};

const ADMINISTRATION: readonly NavigationItem[] = [
  {
    label: "People",
    to: "/pages/users",
    also: ["/pages/employees", "/pages/employeeprivate", "/pages/importpeople"],
    icon: Users,
    words: "users",
  },
  { label: "Sample count", to: "/pages/samplecount", icon: Gauge, words: "limits" },
  {
    label: "Add New Settings",
    to: "/pages/settingsdroplist",
    icon: ListChecks,
    words: "pick lists brands customers models",
  },
  {
    label: "Lists for everyone",
    to: "/pages/recipients",
    icon: UserRoundCheck,
    least: "admin",
    words: "supervisor setting admin definition recipients",
  },
  {
    label: "Invitations",
    to: "/pages/invitations",
    icon: UserPlus,
    least: "admin",
    words: "invite",
  },
  {
    label: "Server health",
    to: "/pages/health",
    icon: HeartPulse,
    least: "admin",
    words: "doctor backups disk clock version jobs status",
  },
  { label: "Mail", to: "/pages/mail", icon: Mail, least: "admin", words: "outbox e-mail" },
  {
    label: "Integrations",
    to: "/pages/webhooks",
    icon: Webhook,
    least: "admin",
    words: "webhooks tokens api",
  },
  {
    label: "Audit log",
    to: "/pages/audit",
    icon: ClipboardList,
    least: "admin",
    words: "changes record administration",
  },
];

const REPORTS: readonly NavigationItem[] = [
  { label: "Report Sample", to: "/private/reportfs", icon: Sheet, goKey: "p" },
  {
    label: "Export Report Sample",
    to: "/private/exportreportfs",
    icon: Download,
    words: "excel csv json download",
  },
  {
    label: "Scheduled Reports",
    to: "/private/schedules",
    icon: CalendarClock,
    words: "mail weekly daily",
  },
];

const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: "Dashboards",
    items: [
      { label: "Analytics", to: "/dashboard/homefs", icon: ChartColumn, goKey: "a", words: "home" },
      { label: "Map", to: "/dashboard/vectormap", icon: Map, goKey: "m" },
    ],
  },
  {
    label: "Samples",
    items: [
      { label: "Open Samples", to: "/private", icon: List, goKey: "o" },
      {
        label: "New Sample",
        to: "/dashboard/addsample",
        also: ["/dashboard/addfs"],
        icon: SmartphoneNfc,
        goKey: "n",
        words: "register add device",
      },
      { label: "Transfer", to: "/dashboard/homefstransfer", icon: Send, goKey: "t" },
      { label: "Return to Customer", to: "/dashboard/homefsreturn", icon: Undo2, goKey: "r" },
      { label: "Lost", to: "/dashboard/homefsos", icon: PackageX, goKey: "l" },
      { label: "Handover basket", to: "/private/basket", icon: ShoppingBasket, goKey: "b" },
      { label: "Stock-take", to: "/private/stocktakes", icon: ClipboardCheck, goKey: "s" },
      { label: "Delete Sample", to: "/dashboard/homefsedit", icon: Trash2 },
    ],
  },
  {
    // The sidebar adds Appearance, which opens the theme panel.
    label: "Settings",
    items: [
      EMPLOYEES,
      {
        label: "Administration",
        to: "/pages/users",
        icon: Settings2,
        least: "supervisor",
        pages: ADMINISTRATION,
      },
      { label: "Help", to: "/docs", icon: CircleHelp, goKey: "d", words: "guide" },
    ],
  },
  {
    label: "Report",
    items: [
      { label: "History", to: "/dashboard/history", icon: History, goKey: "h" },
      { label: "Sample report", to: "/private/reportfs", icon: Sheet, pages: REPORTS },
      {
        label: "Import and export",
        to: "/private/page",
        icon: FileUp,
        words: "upload excel csv json download",
      },
    ],
  },
];

const visibleTo = <Item extends NavigationItem>(items: readonly Item[], role: Role): Item[] =>
  items.filter(({ least = "user" }) => mayAct(role, least));

/** The sidebar's groups with the screens that `role` may use. */
export function navigationFor(role: Role): readonly NavigationGroup[] {
  return NAVIGATION.map(({ label, items }) => ({ label, items: visibleTo(items, role) }));
}

const isAt = ({ to, also = [], within = [] }: NavigationItem, path: string) =>
  to === path ||
  also.some((each) => each === path) ||
  within.some((beginning) => path.startsWith(beginning));

/** The pages of the sidebar entry to which `path` belongs, for `role`; none without siblings. */
export function siblingsAt(path: string, role: Role): readonly NavigationItem[] {
  const entries = navigationFor(role).flatMap(({ items }) => items);
  const entry = entries.find(({ pages = [] }) => pages.some((page) => isAt(page, path)));
  const pages = visibleTo(entry?.pages ?? [], role);
  return pages.length > 1 ? pages : [];
}

/** True if the sidebar highlights `entry` at `path`. */
export function isCurrent({ pages, ...entry }: NavigationEntry, path: string): boolean {
  if (pages === undefined) return isAt(entry, path);
  // The tables of people have their own entry, in addition to Administration.
  return pages.some((page) => isAt(page, path)) && !isAt(EMPLOYEES, path);
}

/** True if the tabs highlight `page` at `path`. */
export const isCurrentPage: (page: NavigationItem, path: string) => boolean = isAt;

/** Screens that the sidebar reaches through others; the palette finds them by name. */
const ELSEWHERE: readonly NavigationItem[] = [
  {
    label: "Profile",
    to: "/pages/profile",
    icon: UserRound,
    words: "account password photo passport tokens away",
  },
  {
    label: "Private Information",
    to: "/pages/employeeprivate",
    icon: IdCard,
    least: "supervisor",
  },
  { label: "Import people", to: "/pages/importpeople", icon: FileUp, least: "admin" },
];

/** All screens that `role` may use, as a flat list. */
export function screensFor(role: Role): readonly NavigationItem[] {
  const entries = navigationFor(role).flatMap(({ items }) => items);
  const screens = entries.flatMap(({ pages, ...entry }) => visibleTo(pages ?? [entry], role));
  return [INBOX, ...screens, ...visibleTo(ELSEWHERE, role)];
}

/** The label in the sidebar's footer. */
export const VERSION_LABEL = `SMS v${VERSION}`;
