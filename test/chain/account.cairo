use core::hash::HashStateTrait;
use core::pedersen::PedersenTrait;
use core::poseidon::poseidon_hash_span;
use starknet::ContractAddress;

#[starknet::interface]
trait IAccount<T> {
    fn is_valid_signature(self: @T, hash: felt252, signature: Array<felt252>) -> felt252;
}

#[starknet::contract]
mod Account {
    use core::ecdsa::check_ecdsa_signature;

    #[storage]
    struct Storage {
        public_key: felt252,
    }

    #[constructor]
    fn constructor(ref self: ContractState, public_key: felt252) {
        self.public_key.write(public_key);
    }

    #[abi(embed_v0)]
    impl AccountImpl of super::IAccount<ContractState> {
        fn is_valid_signature(self: @ContractState, hash: felt252, signature: Array<felt252>) -> felt252 {
            if signature.len() != 2 {
                return 0;
            }
            if check_ecdsa_signature(hash, self.public_key.read(), *signature.at(0), *signature.at(1)) {
                'VALID'
            } else {
                0
            }
        }
    }
}

/// Pedersen over a list with its length at the end: the hash of revision 0.
fn pedersen_list(list: Span<felt252>) -> felt252 {
    let mut state = PedersenTrait::new(0);
    let mut rest = list;
    loop {
        match rest.pop_front() {
            Option::Some(item) => { state = state.update(*item); },
            Option::None => { break; },
        };
    };
    state.update(list.len().into()).finalize()
}

/// The sign-in message: revision 0, domain of name, chain id and version.
fn message_hash_0(account: felt252, domain: felt252, chain: felt252, message: felt252) -> felt252 {
    let domain_hash = pedersen_list(
        array![selector!("StarkNetDomain(name:felt,chainId:felt,version:felt)"), domain, chain, '0.0.1'].span()
    );
    let message_hash = pedersen_list(array![selector!("Message(message:felt)"), message].span());
    pedersen_list(array!['StarkNet Message', domain_hash, account, message_hash].span())
}

/// The same content in revision 1, with a list of u128 and a nested struct. (The selector macro does not read the quotes of
/// its types: their hashes are given. Wallets hash the version "1" as the number.)
fn message_hash_1(account: felt252, domain: felt252, chain: felt252, message: felt252) -> felt252 {
    let domain_hash = poseidon_hash_span(array![TYPE_DOMAIN, domain, 1, chain, 1].span());
    let inner = poseidon_hash_span(array![TYPE_INNER, message].span());
    let list = poseidon_hash_span(array![5, 6, 7].span());
    let outer = poseidon_hash_span(array![TYPE_OUTER, inner, list].span());
    poseidon_hash_span(array!['StarkNet Message', domain_hash, account, outer].span())
}

/// The sign-in message in revision 1: a host of 31 and more characters, address, nonce, times.
fn sign_in_hash(account: felt252, chain: felt252, nonce: felt252) -> felt252 {
    let domain_hash = poseidon_hash_span(array![TYPE_DOMAIN, 'Sign in', '0.0.1', chain, 1].span());
    let host = poseidon_hash_span(array![1, HOST_BEGIN, HOST_END, HOST_LENGTH].span());
    let message = poseidon_hash_span(array![TYPE_SIGN_IN, host, account, nonce, 1800000000, 1800000600].span());
    poseidon_hash_span(array!['StarkNet Message', domain_hash, account, message].span())
}

#[cfg(test)]
mod tests {
    use super::{message_hash_0, message_hash_1, sign_in_hash, Account, IAccountDispatcher, IAccountDispatcherTrait};
    use starknet::syscalls::deploy_syscall;

    #[test]
    #[available_gas(2000000000)]
    fn revision_0_hash_is_the_wallets() {
        assert(message_hash_0(ACCOUNT_FELT, 'shop.example', 'SN_MAIN', 'nonce4f1c0ffee') == HASH_0, 'hash of revision 0');
    }

    #[test]
    #[available_gas(2000000000)]
    fn revision_1_hash_is_the_wallets() {
        assert(message_hash_1(ACCOUNT_FELT, 'shop.example', 'SN_MAIN', 'nonce4f1c0ffee') == HASH_1, 'hash of revision 1');
    }

    #[test]
    #[available_gas(2000000000)]
    fn sign_in_of_revision_1_hash_is_the_wallets() {
        assert(sign_in_hash(ACCOUNT_FELT, 'SN_MAIN', 'nonce4f1c0ffee') == HASH_2, 'hash of the sign-in');
    }

    fn deploy() -> IAccountDispatcher {
        let (contract_address, _) = deploy_syscall(
            Account::TEST_CLASS_HASH.try_into().unwrap(), 0, array![PUBLIC_KEY].span(), false
        )
            .unwrap();
        IAccountDispatcher { contract_address }
    }

    #[test]
    #[available_gas(2000000000)]
    fn account_accepts_these_signatures() {
        let account = deploy();
        assert(account.is_valid_signature(HASH_0, array![R_0, S_0]) == 'VALID', 'signature of revision 0');
        assert(account.is_valid_signature(HASH_1, array![R_1, S_1]) == 'VALID', 'signature of revision 1');
        assert(account.is_valid_signature(HASH_2, array![R_2, S_2]) == 'VALID', 'signature of the sign-in');
    }

    #[test]
    #[available_gas(2000000000)]
    fn account_refuses_other_hashes_and_signatures() {
        let account = deploy();
        assert(account.is_valid_signature(HASH_0 + 1, array![R_0, S_0]) == 0, 'another hash');
        assert(account.is_valid_signature(HASH_0, array![R_1, S_1]) == 0, 'another signature');
        assert(account.is_valid_signature(HASH_0, array![R_0]) == 0, 'half a signature');
    }
}
