import { useReducer, useState } from 'react'
import { accessUsersIndex, accessUsersStore } from '@chancery/http-client'
import { Refusal } from './refusal'
import { chancery, useAnswer, useSubmit } from './service'

const PAGE_SIZE = 5

export function Users({ may }: { may: (permission: string) => boolean }) {
  const [{ keyword, page }, show] = useState({ keyword: '', page: 1 })
  const [changes, reload] = useReducer((count: number) => count + 1, 0)
  const { data, error } = useAnswer(
    (signal) => {
      const filters = keyword ? { keyword } : {}
      const query = { ...filters, page, pageSize: PAGE_SIZE, sort: 'username' }
      return chancery.call(accessUsersIndex, { query, signal })
    },
    [keyword, page, changes]
  )
  const total = data?.total ?? 0
  return (
    <>
      <h1>Users</h1>
      <input
        type="search"
        aria-label="Search"
        onChange={({ target }) => show({ keyword: target.value, page: 1 })}
      />
      {may('system:user:create') && <NewUser onCreated={reload} />}
      <Refusal error={error} />
      <table>
        <tbody>
          {data?.items.map(({ id, username, nickname, departmentName }) => (
            <tr key={id}>
              <td>{username}</td>
              <td>{nickname}</td>
              <td>{departmentName}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button disabled={page === 1} onClick={() => show({ keyword, page: page - 1 })}>
        Previous
      </button>
      <button
        disabled={page * PAGE_SIZE >= total}
        onClick={() => show({ keyword, page: page + 1 })}
      >
        Next
      </button>
      <output>{`Page ${page}, ${total} in all`}</output>
    </>
  )
}

function NewUser({ onCreated }: { onCreated: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const { error, submit } = useSubmit(async (form) => {
    const [username, password] = [String(form.get('username')), String(form.get('password'))]
    await chancery.call(accessUsersStore, { body: { username, password } })
    setOpen(false)
    onCreated()
  })
  if (!isOpen) return <button onClick={() => setOpen(true)}>New user</button>
  return (
    <form onSubmit={submit} aria-label="New user">
      <label>
        Username <input name="username" autoComplete="off" />
      </label>
      <Refusal error={error} field="username" />
      <label>
        Password <input name="password" type="password" autoComplete="new-password" />
      </label>
      <Refusal error={error} field="password" />
      {error?.errors.length === 0 && <Refusal error={error} />}
      <button>Create</button>
    </form>
  )
}
