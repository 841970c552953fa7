import type {
  AdminLogPage,
  BanPage,
  ChatPage,
  InvitationLink,
  NewBan,
  ResetLink,
  PeoplePage,
  ReportPage,
  SignupInvitationPage,
  SiteSettings,
  TablePage,
} from "../../generated/messages";
import { request } from "../../live/api";

type Filter = Record<string, string | number | boolean>;

function get<Answer>(path: string, filter: Filter = {}): Promise<Answer> {
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  return request<Answer>("GET", `/admin/${path}?${query}`);
}

/** What administrators ask for and decide. */
export const adminApi = {
  people: (search: string, page: number) => get<PeoplePage>("people", { search, page }),
  rename: (person: string, name: string) => request<void>("PATCH", `/admin/people/${person}`, { name }),
  makeResetLink: (person: string) => request<ResetLink>("POST", `/admin/people/${person}/reset`),
  bans: (page: number) => get<BanPage>("bans", { page }),
  ban: (ban: NewBan) => request<void>("POST", "/admin/bans", ban),
  unban: (ban: number) => request<void>("DELETE", `/admin/bans/${ban}`),
  tables: (search: string, page: number) => get<TablePage>("tables", { search, page }),
  closeTable: (table: string) => request<void>("POST", `/admin/tables/${table}/close`),
  deleteTable: (table: string) => request<void>("DELETE", `/admin/tables/${table}`),
  chat: (table: string, page: number) => get<ChatPage>(`tables/${table}/chat`, { page }),
  removeMessage: (message: number) => request<void>("DELETE", `/admin/chat/${message}`),
  reports: (closed: boolean, page: number) => get<ReportPage>("reports", { closed, page }),
  closeReport: (report: number, note: string) => request<void>("POST", `/admin/reports/${report}/close`, { note }),
  settings: () => get<SiteSettings>("settings"),
  changeSettings: (settings: SiteSettings) => request<void>("PUT", "/admin/settings", settings),
  invitations: (page: number) => get<SignupInvitationPage>("invitations", { page }),
  invite: () => request<InvitationLink>("POST", "/admin/invitations"),
  withdrawInvitation: (invitation: string) => request<void>("DELETE", `/admin/invitations/${invitation}`),
  log: (page: number) => get<AdminLogPage>("log", { page }),
};
