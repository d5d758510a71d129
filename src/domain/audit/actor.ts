/**
 * The actor, in the request context (AsyncLocalStorage): set by an edge around its work, read where
 * a change is recorded. Rules keep their plain arguments, and a change without an actor (a worker,
 * a reader's click) is not recorded.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export const ACTOR_KINDS = [
  ...(['person', 'account', 'link', 'key', 'command', 'program', 'visitor'] as const),
] as const

export interface Actor {
  /**
   * A person; the account by its password, or by a login link; an API key; a command; a program
   * that calls the web service; a visitor without a session.
   */
  kind: (typeof ACTOR_KINDS)[number]
  /** Of a person or a key. */
  id?: number
  /** The name of a key, the user of a command. Persons are named by their id only. */
  name?: string
  peer?: string
}

const storage = new AsyncLocalStorage<Actor>()

export const withActor = <T>(actor: Actor, work: () => T): T => storage.run(actor, work)

export const presentActor = (): Actor | undefined => storage.getStore()

const peers = new AsyncLocalStorage<string>()

/** The address that a call comes from before it is known whose it is. */
export const withPeer = <T>(peer: string, work: () => T): T => peers.run(peer, work)

export const presentPeer = (): string => peers.getStore() ?? ''

/**
 * The actor to record where one subscriber joins or leaves a list. Not programs that call the web
 * service, some thousands of times an hour: their subscriptions have their time.
 */
export function recordedActor(): Actor | undefined {
  const actor = presentActor()
  return actor?.kind === 'program' ? undefined : actor
}
