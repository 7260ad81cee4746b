import { workerAddress } from '#worker';

console.log(workerAddress);
