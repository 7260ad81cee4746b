import { hostileBehaviours } from '../support/hostile-behaviours.ts';
import { hostileTeamSuite } from '../support/hostile-team.ts';

/** What holds threads, and what fills the queue. The others are in hostile-team.rest.test.ts. */
const each = ['twenty checks at a time that never end', 'twenty slow documents at a time', 'three hundred calls at a time'];
hostileTeamSuite(hostileBehaviours.filter(({ name }) => each.includes(name)));
