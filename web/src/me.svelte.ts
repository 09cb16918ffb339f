// Who this browser belongs to: a person with a name, devices, tables, perhaps an account.
// Not here: the key, which the browser keeps as a cookie. Invariant: what is shown is what the
// server said last; null while it knows nobody by this browser.
import { api, ApiError, type Me } from './api';
import { isOver } from './codes';

export type MeCalls = Pick<
  typeof api,
  | 'me'
  | 'beGuest'
  | 'rename'
  | 'code'
  | 'useCode'
  | 'endDevice'
  | 'account'
  | 'signIn'
  | 'myData'
  | 'deleteMe'
>;

export class Person {
  readonly #calls: MeCalls;
  me = $state.raw<Me | null>(null);
  asked = $state(false); // the server has answered once
  code = $state<string | null>(null); // lets another device in

  constructor(calls: MeCalls = api) {
    this.#calls = calls;
  }

  /** Asks who this is; nobody is no error. */
  async load(): Promise<void> {
    try {
      this.me = await this.#calls.me();
    } catch (error) {
      if (!(error instanceof ApiError && isOver(error.code))) throw error;
      this.me = null;
    }
    this.asked = true;
  }

  async rename(name: string): Promise<void> {
    this.me = await (this.me === null ? this.#calls.beGuest(name) : this.#calls.rename(name));
  }

  /** A code for another device, good once and for minutes. */
  async makeCode(): Promise<void> {
    this.code = (await this.#calls.code()).code;
  }

  async useCode(code: string): Promise<void> {
    this.me = await this.#calls.useCode(code.replace(/[\s-]/g, '').toLowerCase());
  }

  /** One's own device, too: it is nobody's from then on. */
  async endDevice(id: string): Promise<void> {
    const own = this.me?.devices.find((device) => device.this)?.id === id;
    const me = await this.#calls.endDevice(id);
    this.code = null;
    if (own) await this.load();
    else this.me = me;
  }

  async signOut(): Promise<void> {
    const own = this.me?.devices.find((device) => device.this);
    if (own !== undefined) await this.endDevice(own.id);
  }

  /** An account, by which this person is found on any device. */
  async makeAccount(login: string, password: string): Promise<void> {
    this.me = await this.#calls.account(login, password);
  }

  /** All the server keeps of this person, as text. */
  data(): Promise<string> {
    return this.#calls.myData();
  }

  async remove(): Promise<void> {
    await this.#calls.deleteMe();
    this.code = null;
    await this.load();
  }

  async signIn(login: string, password: string): Promise<void> {
    this.me = await this.#calls.signIn(login, password);
  }
}

export const person = new Person();
