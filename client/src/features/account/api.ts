/** Requests about the profile of the person at this browser. */
import { post, put, request } from "../../net/http";
import { settings } from "../../state/settings.svelte";
import type {
  Link,
  Linked,
  Me,
  NewLink,
  NewProfile,
  PasskeyAsk,
  RecoveryCode,
  Vacation,
} from "../../net/wire";

export const lookAtMe = () => request<Me>("/api/me");

export const keepProfile = (profile: NewProfile) => put<Me>("/api/me", profile);

/** The address of all personal data, as a download. */
export const DATA = "/api/me/data";

export const forgetMe = () => post<unknown>("/api/me/forget", { sure: true });

export const makeCode = () => post<RecoveryCode>("/api/me/recovery", {});

export const recover = (code: string) => post<Me>("/api/recover", { code });

export const makeLink = () => post<NewLink>("/api/me/link", {});

export const lookAtLink = () => request<Link>("/api/me/link");

export const answerLink = (number: string, agree: boolean) =>
  post<Link>("/api/me/link/answer", { number, agree });

export const openLink = (secret: string) => post<Linked>("/api/links", { secret });

/** Have a code sent to a mail address that is to be added to the profile. */
export const sendMail = (address: string) =>
  post<unknown>("/api/me/mail", { address, language: settings.language });

export const confirmMail = (code: string) => post<Me>("/api/me/mail/confirm", { code });

export const dropMail = () => post<Me>("/api/me/mail/drop", {});

/** Have a code sent to a mail address to sign in. */
export const requestMailCode = (address: string) =>
  post<unknown>("/api/mail", { address, language: settings.language });

export const signInByMail = (code: string) => post<Me>("/api/mail/enter", { code });

export const beginPasskey = () => post<PasskeyAsk>("/api/me/passkeys/begin", {});

export const keepPasskey = (credential: unknown) => post<Me>("/api/me/passkeys", { credential });

export const dropPasskey = (id: string) => post<Me>("/api/me/passkeys/drop", { id });

export const askPasskey = () => post<PasskeyAsk>("/api/passkeys/begin", {});

export const signInByPasskey = (credential: unknown) => post<Me>("/api/passkeys", { credential });

/** Whether my clocks stand still, and how much vacation is left. */
export const vacation = () => request<Vacation>("/api/me/vacation");

export const setVacation = (on: boolean) => post<Vacation>("/api/me/vacation", { on });
