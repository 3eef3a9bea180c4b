import { StrictMode, useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { identityCurrentUserShow, type Answered } from '@chancery/http-client'
import { Login } from './login'
import { Notices } from './notices'
import { Refusal } from './refusal'
import { chancery, onSessionEnd, useAnswer } from './service'
import { Users } from './users'
import './style.css'

type Me = Answered<Awaited<ReturnType<typeof identityCurrentUserShow>>>

function App() {
  const [isLoggedIn, setLoggedIn] = useState(chancery.isLoggedIn)
  useEffect(() => onSessionEnd(() => setLoggedIn(false)), [])
  return isLoggedIn ? <Office /> : <Login onLogIn={() => setLoggedIn(true)} />
}

function Office() {
  const { data: me, error } = useAnswer(
    (signal) => chancery.call(identityCurrentUserShow, { signal }),
    []
  )
  const here = useSyncExternalStore(onNavigation, () => location.hash.slice(1))
  if (!me) return <Refusal error={error} />
  return (
    <>
      <nav aria-label="Menu">
        {linksOf(me.menus).map(({ id, path, title }) => (
          <a key={id} href={`#${path}`} aria-current={path === here ? 'page' : undefined}>
            {title}
          </a>
        ))}
        <button onClick={() => void chancery.logOut().catch(() => {})}>
          Log {me.user.username} out
        </button>
      </nav>
      <Notices />
      <main>
        {here === '/system/users' ? (
          <Users may={(permission) => me.permissions.includes(permission)} />
        ) : (
          'Of all pages this example has “Users”.'
        )}
      </main>
    </>
  )
}

/** The menus that open a page. A directory only groups others. */
function linksOf(nodes: Me['menus']): Me['menus'] {
  return nodes
    .filter(({ visible }) => visible)
    .flatMap((node) => (node.type === 'directory' ? linksOf(node.children) : [node]))
}

function onNavigation(handler: () => void): () => void {
  window.addEventListener('hashchange', handler)
  return () => window.removeEventListener('hashchange', handler)
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>
)
