import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { Turns } from '#server/kernel/turns.ts';
import { localTime, minutesBetween } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as contract from '#shared/replacements/contract.ts';
import { isOpen, type Unfit } from '#shared/replacements/domain.ts';
import * as absences from './absences/commands.ts';
import * as commands from './commands.ts';
import * as asking from './requests/commands.ts';

export function mountReplacements(app: App): void {
  const originOf = ({ tenant }: Ctx) => app.ports.originOf(tenant);
  const { tokens } = app.ports;

  const list = async (ctx: Ctx, isForAdmin: boolean, mine: number | undefined) =>
    (await commands.listRequests(ctx, isForAdmin, mine === 1)).map((shown) => toReplacement(ctx, shown));
  mount(app, contract.listTrainerReplacements, (ctx, { query }) => list(ctx, false, query.mine));
  mount(app, contract.listReplacements, (ctx, { query }) => list(ctx, true, query.mine));

  const preview = async (ctx: Ctx, trainingIds: readonly number[]) => {
    const { trainings, candidates } = await asking.previewAsking(ctx, trainingIds);
    return {
      trainings: trainings.map(({ trainingId, name, startsAt, opensToAllAt }) => ({
        id: trainingId,
        name,
        startDateTime: startsAt,
        opensToAllDateTime: opensToAllAt,
      })),
      candidates: candidates.map((one) => ({ ...one, problems: one.problems.map(toProblem) })),
    };
  };
  // Everybody's weeks are looked through for it: whoever only books has the machine's time as well.
  const turns = new Turns({ perCentre: 1, inAll: 2, mostWaiting: 8, seconds: 15 });
  for (const endpoint of [contract.previewTrainerReplacement, contract.previewReplacement]) {
    mount(app, endpoint, (ctx, { body }) => preview(ctx, body.trainingIds), { turns });
  }
  for (const endpoint of [contract.askForReplacement, contract.askAsAdmin]) {
    mount(app, endpoint, (ctx, { body }) => asking.ask(ctx, tokens, originOf(ctx), body), { turns });
  }

  mount(app, contract.applyForReplacement, (ctx, { body }) =>
    commands.applyFor(ctx, { origin: originOf(ctx), tokens }, body.replacementId, body.comment),
  );
  mount(app, contract.withdrawApplication, (ctx, { body }) =>
    commands.withdraw(ctx, tokens, body.replacementId),
  );
  mount(app, contract.acceptCandidate, (ctx, { body }) =>
    commands.accept(ctx, originOf(ctx), body.replacementId, body.trainerId),
  );
  mount(app, contract.resolveReplacement, (ctx, { body }) =>
    commands.accept(ctx, originOf(ctx), body.replacementId, body.trainerId),
  );
  mount(app, contract.cancelReplacement, (ctx, { body }) => commands.cancel(ctx, body.replacementId));
  mount(app, contract.cancelAsAdmin, (ctx, { body }) => commands.cancel(ctx, body.replacementId));

  mount(app, contract.getOwnReplacing, (ctx) => absences.findOwn(ctx));
  mount(app, contract.addAbsence, (ctx, { body }) => absences.addAbsence(ctx, body));
  mount(app, contract.removeAbsence, (ctx, { params }) => absences.removeAbsence(ctx, params.id));
  mount(app, contract.changeSubstituteSms, async (ctx, { query }) => {
    if (query.status === undefined) throw new AppError('dataValidationFailed', { field: 'status' });
    if (member(ctx).trainerId === undefined && !member(ctx).isAdmin) throw new AppError('actionNotAllowed');
    return absences.changeSms(ctx, query.status === 'true');
  });
}

function toProblem({ code, details }: Unfit) {
  return { code, details: { ...details } };
}

function toReplacement({ tenant }: Ctx, shown: commands.Shown): contract.Replacement {
  const { row, state, candidates, own, ownProblem, isMine, applications, ...can } = shown;
  return {
    id: row.id,
    training: {
      id: row.trainingId,
      name: row.name,
      typeName: row.typeName,
      typeColor: row.typeColor,
      clubName: row.clubName,
      roomName: row.roomName,
      date: row.localDate,
      time: localTime(row.startsAt, tenant.timeZone),
      startDateTime: row.startsAt,
      endDateTime: row.endsAt,
      duration: minutesBetween(row.startsAt, row.endsAt),
      booked: row.booked,
      maxPlaces: row.maxPlaces,
    },
    trainerId: row.trainerId,
    trainerName: row.trainerName,
    reason: row.reason,
    comment: row.comment,
    state,
    isActive: isOpen(state),
    isMine,
    createdDateTime: row.createdAt,
    opensToAllDateTime: row.opensToAllAt,
    helperName: row.helperName,
    applications,
    candidates: candidates.map(({ appliedAt, problems, replacementId: _, ...one }) => ({
      ...one,
      appliedDateTime: appliedAt,
      problems: problems.map(toProblem),
    })),
    ownState: own?.state ?? null,
    ...can,
    problem: ownProblem ? toProblem(ownProblem) : null,
  };
}
