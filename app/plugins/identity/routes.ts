import type { Router } from '@adonisjs/core/http'
import { pageOf, t } from '#kernel/contracts/main'
import { numericId } from '#kernel/http/main'
import {
  E_ACCOUNT_DISABLED,
  E_ACCOUNT_LOCKED,
  E_INVALID_CREDENTIALS,
  E_REFRESH_REJECTED,
  E_SAME_PASSWORD,
  E_WRONG_PASSWORD,
} from './errors.js'
import { E_CONFLICT, E_TOO_MANY_REQUESTS, E_UNAUTHENTICATED } from '#kernel/errors/main'
import { personShape } from './queries/directory.js'
import { currentUserShape, profileShape } from './transformers/current_user_transformer.js'
import { ownEventShape } from './transformers/security_event_transformer.js'
import { sessionShape } from './transformers/session_transformer.js'
import { tokenPairShape } from './transformers/token_pair_transformer.js'
import {
  changePasswordValidator,
  loginValidator,
  ownEventsValidator,
  profileValidator,
  refreshValidator,
} from './validators/identity_validators.js'
import { peopleValidator } from './validators/people_validators.js'

const SessionController = () => import('./controllers/session_controller.js')
const RefreshController = () => import('./controllers/refresh_controller.js')
const CurrentUserController = () => import('./controllers/current_user_controller.js')
const PasswordController = () => import('./controllers/password_controller.js')
const PeopleController = () => import('./controllers/people_controller.js')
const ProfileController = () => import('./controllers/profile_controller.js')
const OwnSecurityEventsController = () => import('./controllers/own_security_events_controller.js')
const OwnSessionsController = () => import('./controllers/own_sessions_controller.js')

export default function routes(router: Router) {
  router
    .group(() => {
      router
        .post('login', [SessionController, 'store'])
        .public('nobody is logged in yet')
        .contract({
          summary: 'Log in',
          description:
            'Wrong passwords lock an account, but not for an address from which it was logged in to before: that has as many tries of its own. An address that guesses at many accounts is answered 429 (`LOGIN_ADDRESS_FAILURES`), and so is who logs in too often with the right password.',
          body: loginValidator,
          answer: tokenPairShape,
          failures: [E_INVALID_CREDENTIALS, E_ACCOUNT_DISABLED, E_ACCOUNT_LOCKED],
        })
      router
        .post('refresh', [RefreshController, 'store'])
        .public('the refresh token is the credential')
        .contract({
          summary: 'Exchange a refresh token for a new pair',
          description:
            'A second use within the grace yields the same successor; a later one ends the session. A session that is refreshed too often is answered 429, and its token stays good.',
          body: refreshValidator,
          answer: tokenPairShape,
          failures: [E_REFRESH_REJECTED],
        })
      router
        .post('logout', [SessionController, 'destroy'])
        .public('without the bearer header it changes nothing')
        .contract({
          summary: 'Log out',
          description: 'Blacklists the access token of the bearer header and ends its session.',
          failures: [E_UNAUTHENTICATED],
          bearer: 'optional',
        })
      router
        .get('user/info', [CurrentUserController, 'show'])
        .signedIn('everybody may know who they are')
        .contract({
          summary: 'Current user with roles, permissions and menus',
          answer: currentUserShape,
        })
      router
        .put('user/info', [ProfileController, 'update'])
        .signedIn('everybody may change how they are called and reached')
        .contract({
          summary: 'Change one’s own profile',
          description:
            'Only the given members change; user name, phone and department are for administrators. With `updatedAt` of the profile as it was seen, a change in between answers 409. Another e-mail address is noted in the login history. Twenty times a minute.',
          body: profileValidator,
          answer: profileShape,
          failures: [E_CONFLICT],
        })
      router
        .put('password', [PasswordController, 'update'])
        .signedIn('everybody may change their own password')
        .contract({
          summary: 'Change one’s own password',
          description: 'Ends all other sessions of the account.',
          body: changePasswordValidator,
          failures: [E_WRONG_PASSWORD, E_SAME_PASSWORD, E_ACCOUNT_LOCKED],
        })
      router
        .get('sessions', [OwnSessionsController, 'index'])
        .signedIn('everybody may see where they are logged in')
        .contract({ summary: 'One’s own open sessions', answer: t.array(sessionShape) })
      router
        .delete('sessions/:id', [OwnSessionsController, 'destroy'])
        .where('id', numericId)
        .signedIn('everybody may end a session of their own')
        .contract({
          summary: 'End one of one’s own sessions',
          description: 'The present one is logged out. One that is over answers 404.',
        })
      router
        .get('security-events', [OwnSecurityEventsController, 'index'])
        .signedIn('everybody may see what became of their own account')
        .contract({
          summary: 'One’s own login history',
          description:
            'Logins from where and with what, failed ones under one’s name, changes of the password, sessions that were ended. The newest first, for as long as they are kept (`security_events` of `RETENTION_DAYS`).',
          query: ownEventsValidator,
          answer: pageOf(ownEventShape),
        })
    })
    .prefix('/app/auth')
  router
    .get('/app/people', [PeopleController, 'index'])
    .signedIn('everybody may look up whom they pick')
    .contract({
      summary: 'People to pick from',
      description:
        'Who is enabled, by name, for whoever must pick a person: reviewers, shares, members. `keyword` is looked for in names and user names; `ids` names those that are known already, in one page. Anybody who is logged in sees everybody, or the people of their own department alone where `people` of `config/identity.ts` says so. One person asks 120 times a minute, four times at once.',
      query: peopleValidator,
      answer: pageOf(personShape),
      failures: [E_TOO_MANY_REQUESTS],
    })
}
