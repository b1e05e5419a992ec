import type pg from 'pg';

/**
 * What waits in the job queue, by what its own functions take: its tables are those of a package and change with it.
 * Who had a job in hand is left out: whoever restores gives it to others.
 */
export const queuedJobs = `(select t.identifier, j.payload::text, q.queue_name, j.run_at, j.max_attempts::integer,
    j.key, j.priority::integer, (select array_agg(flag order by flag) from jsonb_object_keys(j.flags) flag),
    j.attempts::integer, j.last_error
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id)`;

/** Makes the table that rows of `queuedJobs` are copied to, until the transaction ends. */
export async function makeJobsTable(client: pg.Client): Promise<void> {
  await client.query(
    `create temporary table restored_jobs (identifier text, payload json, queue_name text, run_at timestamptz,
      max_attempts integer, key text, priority integer, flags text[], attempts integer, last_error text,
      place bigint generated always as identity) on commit drop`,
  );
}
export const jobsTable =
  'restored_jobs (identifier, payload, queue_name, run_at, max_attempts, key, priority, flags, attempts, last_error)';

/** Puts them into the queue instead of all that waits there. */
export async function refillQueue(client: pg.Client): Promise<void> {
  await client.query('delete from graphile_worker._private_jobs');
  await client.query(
    `create temporary table added_jobs on commit drop as
      select (graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key, priority, flags)).id,
        attempts, last_error
      from (select * from restored_jobs order by place) ordered`,
  );
  // A function's rows are seen by the next statement only.
  await client.query(
    `update graphile_worker._private_jobs j set attempts = a.attempts, last_error = a.last_error
      from added_jobs a where a.id = j.id and a.attempts > 0`,
  );
}
