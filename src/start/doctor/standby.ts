/** The standby of DATABASE_REPLICA_URL, as db/replica.ts uses it. */
import pg from 'pg'
import { type DoctorFinding, doctorSentence } from '../../actions/installation/doctor-words.ts'
import type { Store } from '../../db/db.ts'
import { endClient } from '../../db/hosts.ts'
import { connectionOf } from '../../db/store-url.ts'
import { bad, ok, warn } from './finding.ts'

const SETTING = 'DATABASE_REPLICA_URL'
const PATIENCE_MILLIS = 5000
/** More log than this is not caught up while a read waits. */
const MUCH_BYTES = 16 * 1024 ** 2

interface Following {
  inRecovery: boolean
  sameSystem: boolean
  receives: boolean
  /** Of the log that the primary has on its disk. */
  bytesBehind: number
}

export async function standby(db: Store, replicaUrl: string): Promise<DoctorFinding> {
  const primary = await db.withClient(client =>
    client.query(
      `select pg_current_wal_flush_lsn()::text as position, system_identifier::text as system,
         exists (select from pg_extension where extname = 'citus') as "isCluster"
       from pg_control_system()`,
    ),
  )
  const { position, system, isCluster } = primary.rows[0]
  if (isCluster)
    return bad(
      'standby',
      doctorSentence('standby-of-cluster'),
      doctorSentence('standby-remove', { setting: SETTING }),
    )
  try {
    return findingOf(await following(replicaUrl, position, system))
  } catch (error) {
    const says = (error as Error).message
    return warn(
      'standby',
      doctorSentence('standby-away', { says }),
      doctorSentence('store-check', { setting: SETTING }),
    )
  }
}

function findingOf({ inRecovery, sameSystem, receives, bytesBehind }: Following): DoctorFinding {
  const anew = doctorSentence('standby-anew', { setting: SETTING })
  if (!sameSystem)
    return bad('standby', doctorSentence('standby-foreign', { setting: 'DATABASE_URL' }), anew)
  if (!inRecovery) return bad('standby', doctorSentence('standby-primary'), anew)
  const lag = { lag: bytesBehind }
  if (!receives)
    return warn(
      'standby',
      doctorSentence('standby-unconnected', lag),
      doctorSentence('standby-log'),
    )
  const follows = doctorSentence('standby-follows', lag)
  return bytesBehind > MUCH_BYTES
    ? warn('standby', follows, doctorSentence('standby-stronger'))
    : ok('standby', follows)
}

async function following(url: string, position: string, system: string): Promise<Following> {
  const client = new pg.Client({
    ...connectionOf(url),
    connectionTimeoutMillis: PATIENCE_MILLIS,
    query_timeout: PATIENCE_MILLIS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Following>(
      `select pg_is_in_recovery() as "inRecovery",
         system_identifier::text = $2 as "sameSystem",
         exists (select from pg_stat_wal_receiver) as receives,
         case when pg_is_in_recovery()
           then greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8
           else 0 end as "bytesBehind"
       from pg_control_system()`,
      [position, system],
    )
    return rows[0]!
  } finally {
    endClient(client)
  }
}
