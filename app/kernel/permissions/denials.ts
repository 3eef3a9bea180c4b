import { AuthorizationResponse } from '@adonisjs/bouncer'
import { Text, type Said } from '#kernel/languages/main'

/** For policies: a denial whose reason is translated for the operator. */
export function denyWith(reason: Text, status?: number): AuthorizationResponse {
  return AuthorizationResponse.deny(String(reason), status).t(reason.template, reason.values)
}

/** The reason that a policy gave, to be translated. */
export function reasonOf({ message, translation }: AuthorizationResponse): Said | undefined {
  if (!message || !translation) return message
  const reason = new Text(translation.identifier, translation.data ?? {})
  return String(reason) === message ? reason : message
}
