import {
  CalendarClock,
  ChartColumn,
  CircleHelp,
  ClipboardCheck,
  ClipboardList,
  ContactRound,
  Download,
  FileUp,
  Gauge,
  History,
  IdCard,
  Inbox,
  List,
  ListChecks,
  Mail,
  Map,
  PackageX,
  Send,
  Sheet,
  ShoppingBasket,
  SmartphoneNfc,
  Trash2,
  Undo2,
  UserPlus,
  UserRound,
  Users,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import type { LinkProps } from "@tanstack/react-router";
import { mayAct } from "#domain/people/roles";
import type { Role } from "#domain/custody/workflow";

export interface NavigationItem {
  label: string;
  to: NonNullable<LinkProps["to"]>;
  /** Other paths of the screen. */
  also?: readonly string[];
  icon: LucideIcon;
  /** This letter, typed after `g`, opens the screen. */
  goKey?: string;
  /** Minimum role for the screen; undefined: every role. */
  least?: Role;
}

export interface NavigationGroup {
  label: string;
  items: readonly NavigationItem[];
}

const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: "Dashboards",
    items: [
      { label: "Analytics", to: "/dashboard/homefs", icon: ChartColumn, goKey: "a" },
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
      { label: "Employees", to: "/pages/employees", icon: Users, goKey: "e" },
      { label: "Users", to: "/pages/users", icon: ContactRound, least: "supervisor" },
      { label: "Private Information", to: "/pages/employeeprivate", icon: IdCard },
      { label: "Sample count", to: "/pages/samplecount", icon: Gauge, least: "supervisor" },
      {
        label: "Add New Settings",
        to: "/pages/settingsdroplist",
        icon: ListChecks,
        least: "supervisor",
      },
      {
        label: "Record of administration",
        to: "/pages/audit",
        icon: ClipboardList,
        least: "admin",
      },
      { label: "Invitations", to: "/pages/invitations", icon: UserPlus, least: "admin" },
      { label: "Mail", to: "/pages/mail", icon: Mail, least: "admin" },
      { label: "Integrations", to: "/pages/webhooks", icon: Webhook, least: "admin" },
      { label: "Help", to: "/docs", icon: CircleHelp, goKey: "d" },
    ],
  },
  {
    label: "Report",
    items: [
      { label: "History", to: "/dashboard/history", icon: History, goKey: "h" },
      { label: "Report Sample", to: "/private/reportfs", icon: Sheet, goKey: "p" },
      { label: "Export Report Sample", to: "/private/exportreportfs", icon: Download },
      { label: "Scheduled Reports", to: "/private/schedules", icon: CalendarClock },
      { label: "Import and export", to: "/private/page", icon: FileUp },
    ],
  },
];

/** The sidebar's groups with the screens that `role` may use. */
export function navigationFor(role: Role): readonly NavigationGroup[] {
  return NAVIGATION.map(({ label, items }) => ({
    label,
    items: items.filter(({ least = "user" }) => mayAct(role, least)),
  }));
}

/** Screens linked from the top bar. */
const TOP_BAR: readonly NavigationItem[] = [
  { label: "Inbox", to: "/pages/inbox", icon: Inbox, goKey: "i" },
  { label: "Profile", to: "/pages/profile", icon: UserRound },
];

/** All screens that `role` may use, as a flat list. */
export function screensFor(role: Role): readonly NavigationItem[] {
  return [...TOP_BAR, ...navigationFor(role).flatMap(({ items }) => items)];
}

/** The label in the sidebar's footer. */
export const VERSION_LABEL = "SMS v1.6.5";
