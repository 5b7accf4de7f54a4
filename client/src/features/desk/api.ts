/** Requests of the login page and of the host's desk. */
import { post, request } from "../../net/http";
import type {
  DeskSeen,
  Done,
  HostAct,
  HouseNow,
  InvitationLink,
  Knock,
  NewInvitation,
  PersonSeen,
  TableSeen,
} from "../../net/wire";

export const lookAtHouse = () => request<HouseNow>("/api/house");

export const knock = (tried: Partial<Knock>) => post<unknown>("/api/door", tried);

export const enterDesk = (secret: string) => post<unknown>("/api/desk/enter", { secret });

export const leaveDesk = () => post<unknown>("/api/desk/leave", {});

export const lookAtDesk = () => request<DeskSeen>("/api/desk");

export const findTables = (find: string) =>
  request<TableSeen[]>(`/api/desk/tables?find=${encodeURIComponent(find)}`);

export const findPeople = (find: string) =>
  request<PersonSeen[]>(`/api/desk/people?find=${encodeURIComponent(find)}`);

export const act = (what: HostAct) => post<Done>("/api/desk/acts", what);

export const invite = (wanted: NewInvitation) =>
  post<InvitationLink>("/api/desk/invitations", wanted);
