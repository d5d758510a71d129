/** The standby of DATABASE_REPLICA_URL, as db/replica.ts uses it. */
import pg from 'pg'
import type { Store } from '../../db/db.ts'
import { endClient } from '../../db/hosts.ts'
import { connectionOf } from '../../db/store-url.ts'
import { size } from '../../lib/size.ts'
import { bad, type DoctorFinding, ok, warn } from './finding.ts'

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
  if (isCluster) {
    const says = 'A store on several servers has no standby to read from.'
    return bad('standby', says, 'Remove DATABASE_REPLICA_URL.')
  }
  try {
    return findingOf(await following(replicaUrl, position, system))
  } catch (error) {
    const says = `It does not answer: ${(error as Error).message}. The primary answers its reads.`
    return warn('standby', says, 'Check DATABASE_REPLICA_URL and its server.')
  }
}

function findingOf({ inRecovery, sameSystem, receives, bytesBehind }: Following): DoctorFinding {
  const anew = 'Make it anew with pg_basebackup, or correct DATABASE_REPLICA_URL.'
  if (!sameSystem)
    return bad('standby', 'It is a copy of another server than that of DATABASE_URL.', anew)
  if (!inRecovery) return bad('standby', 'It follows nobody: it is a primary itself.', anew)
  const lag = `${size(bytesBehind)} of the log behind`
  if (!receives)
    return warn('standby', `It is not connected to the primary, ${lag}.`, 'Look at its log.')
  if (bytesBehind > MUCH_BYTES)
    return warn('standby', `It follows, ${lag}.`, 'Give it more processor or disk.')
  return ok('standby', `It follows, ${lag}.`)
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
