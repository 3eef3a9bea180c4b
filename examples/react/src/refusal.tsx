import type { ChanceryError } from '@chancery/http-client'

/** What the service said, where it was asked; or what it said of one field of a form. */
export function Refusal({ error, field }: { error?: ChanceryError | undefined; field?: string }) {
  if (!error) return null
  const ofField = error.errors.filter((one) => one.field === field)
  const messages = field ? ofField.map(({ message }) => message) : [error.message]
  return messages.map((message) => (
    <p role="alert" key={message}>
      {message}
    </p>
  ))
}
