import { Refusal } from './refusal'
import { chancery, useSubmit } from './service'

export function Login({ onLogIn }: { onLogIn: () => void }) {
  const { error, submit } = useSubmit((form) =>
    chancery.logIn(String(form.get('username')), String(form.get('password'))).then(onLogIn)
  )
  return (
    <form onSubmit={submit}>
      <label>
        Username <input name="username" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <Refusal error={error} />
      <button>Log in</button>
    </form>
  )
}
