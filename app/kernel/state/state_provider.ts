import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Wires the shared state. The application's provider calls
 *
 * - `registerState(app)` in `register`: binds Clock, StateStore, Bus, Locks, Versions, RequestGate, StateStatus and
 *   RequestKeys (none, until a plugin binds its own) as container tokens;
 * - `await bootState(app)` in `boot`: lets luxon follow the clock; when serving with Redis, connects and measures
 *   the clock;
 * - `await closeState(app)` in `shutdown`.
 */
export function registerState(_app: ApplicationService): void {}
export async function bootState(_app: ApplicationService): Promise<void> {}
export async function closeState(_app: ApplicationService): Promise<void> {}
